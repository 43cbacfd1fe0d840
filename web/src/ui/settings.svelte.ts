// What this browser remembers: name, sound, theme, the level of the computer in each game.

type Theme = 'auto' | 'light' | 'dark';

function read(key: string): string | null {
  try {
    return localStorage.getItem(`parlor.${key}`);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(`parlor.${key}`, value);
  } catch {
    // A browser that keeps nothing can still play.
  }
}

const readTheme = (): Theme => (read('theme') as Theme | null) ?? 'auto';

const SYSTEM = matchMedia('(prefers-color-scheme: dark)');

class Settings {
  #name = $state(read('name') ?? '');
  #guest = read('guest') ?? '';
  #sound = $state(read('sound') !== 'off');
  #theme = $state<Theme>(readTheme());
  #system = $state(SYSTEM.matches); // whether the system wants dark colours

  get name(): string {
    return this.#name;
  }
  set name(name: string) {
    this.#name = name;
    write('name', name);
  }

  /** Another window of this browser has changed the name. */
  hear(name: string): void {
    this.#name = name;
  }

  /** How we were called before we chose a name. */
  get guest(): string {
    return this.#guest;
  }
  set guest(name: string) {
    this.#guest = name;
    write('guest', name);
  }

  get sound(): boolean {
    return this.#sound;
  }
  set sound(on: boolean) {
    this.#sound = on;
    write('sound', on ? 'on' : 'off');
  }

  get theme(): Theme {
    return this.#theme;
  }
  set theme(theme: Theme) {
    this.#theme = theme;
    write('theme', theme);
    this.paint();
  }

  get dark(): boolean {
    return this.#theme === 'dark' || (this.#theme === 'auto' && this.#system);
  }

  /** Against whom a game was played last, '' if never. */
  level(game: string): string {
    return read(`level.${game}`) ?? '';
  }
  rememberLevel(game: string, level: string): void {
    write(`level.${game}`, level);
  }

  paint(): void {
    document.documentElement.dataset['theme'] = this.dark ? 'dark' : 'light';
  }

  /** Looks again at what others may have changed: the system, another window of this browser. */
  refresh(): void {
    this.#system = SYSTEM.matches;
    this.#theme = readTheme();
    this.#sound = read('sound') !== 'off';
    this.paint();
  }
}

export const settings = new Settings();

SYSTEM.addEventListener('change', () => settings.refresh());
addEventListener('storage', ({ key, newValue }) => {
  settings.refresh();
  if (key === 'parlor.name') settings.hear(newValue ?? '');
});
