// Which page is shown: the path of the address, without reloading.

export const route = $state({ path: location.pathname, search: location.search });

addEventListener('popstate', show);

export function go(path: string, replace = false): void {
  if (path === location.pathname + location.search) return;
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  show();
  scrollTo(0, 0);
}

function show(): void {
  route.path = location.pathname;
  route.search = location.search;
}

/** For links: follows them inside the page unless they are meant for a new window. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest('a');
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const url = new URL(link.href);
  if (url.origin !== location.origin || url.pathname.includes('.') || link.hasAttribute('download')) return;
  event.preventDefault();
  go(url.pathname + url.search);
}
