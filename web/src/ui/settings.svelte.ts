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

class Settings {
  #name = $state(read('name') ?? '');
  #sound = $state(read('sound') !== 'off');
  #theme = $state<Theme>((read('theme') as Theme | null) ?? 'auto');

  get name(): string {
    return this.#name;
  }
  set name(name: string) {
    this.#name = name;
    write('name', name);
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
    return this.#theme === 'dark' || (this.#theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
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
}

export const settings = new Settings();

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => settings.paint());
