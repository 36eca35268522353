interface ItemOptions {
  readonly id?: string;
  readonly label?: string;
  readonly role?: string;
  readonly type?: string;
  readonly accelerator?: string;
  readonly enabled?: boolean;
  readonly submenu?: readonly ItemOptions[] | Menu;
  readonly click?: () => void;
}

type Item = Omit<ItemOptions, 'submenu' | 'click'> & { submenu: Menu | undefined; click(): void };

/** A menu that nobody sees and a test clicks. */
export class Menu {
  static #application: Menu | null = null;
  static buildFromTemplate(template: readonly ItemOptions[]): Menu {
    return new Menu(template);
  }
  static setApplicationMenu(menu: Menu | null): void {
    Menu.#application = menu;
  }
  static getApplicationMenu(): Menu | null {
    return Menu.#application;
  }

  readonly items: readonly Item[];
  constructor(template: readonly ItemOptions[]) {
    this.items = template.map(({ submenu, click, ...item }) => ({
      ...item,
      submenu: submenu instanceof Menu ? submenu : submenu && new Menu(submenu),
      click: () => click?.(),
    }));
  }
  getMenuItemById(id: string): Item | null {
    for (const item of this.items) {
      if (item.id === id) return item;
      const found = item.submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }
}
