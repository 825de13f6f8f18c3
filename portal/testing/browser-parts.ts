/*
 * Parts of a browser that happy-dom does not have. Importing this file adds them. They do what the portal needs of
 * them and no more; how they look and behave in a real browser is tested in Chromium.
 */

const createStorage = (): Storage => {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    clear: () => entries.clear(),
    getItem: (key) => entries.get(key) ?? null,
    key: (index) => [...entries.keys()][index] ?? null,
    removeItem: (key) => void entries.delete(key),
    setItem: (key, value) => void entries.set(key, value),
  };
};

const toggleEvent = (type: string, newState: string): Event =>
  Object.assign(new Event(type, { bubbles: false }), { newState });

const setPopover = (element: HTMLElement, newState: 'open' | 'closed'): void => {
  if ((element.dataset.popoverState ?? 'closed') === newState) return;
  element.dataset.popoverState = newState;
  element.dispatchEvent(toggleEvent('beforetoggle', newState));
  // A browser tells of it in a task of its own, after the page has changed.
  setTimeout(() => element.dispatchEvent(toggleEvent('toggle', newState)), 0);
};

const openPopoverOfButton = (event: Event): void => {
  const button = (event.target as Element).closest('[popovertarget]');
  const target = document.getElementById(button?.getAttribute('popovertarget') ?? '');
  if (target) setPopover(target, target.dataset.popoverState === 'open' ? 'closed' : 'open');
};

/** Streams that the page has open. A test hands in what the service would send. */
export const openStreams = new Map<string, (data: object) => void>();

class TestEventSource {
  onmessage: ((event: { data: string }) => void) | null = null;
  readonly #address: string;
  constructor(address: string) {
    this.#address = address;
    openStreams.set(address, (data) => this.onmessage?.({ data: JSON.stringify(data) }));
  }
  close(): void {
    openStreams.delete(this.#address);
  }
}

if (typeof document !== 'undefined') {
  Object.defineProperty(globalThis, 'localStorage', { value: createStorage(), configurable: true });
  Object.assign(globalThis, { EventSource: TestEventSource });
  Object.assign(HTMLElement.prototype, {
    showPopover(this: HTMLElement) {
      setPopover(this, 'open');
    },
    hidePopover(this: HTMLElement) {
      setPopover(this, 'closed');
    },
  });
  document.addEventListener('click', openPopoverOfButton);
}
