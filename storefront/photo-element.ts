import { createElement, createStyleSheet, safeUrl } from './dom.ts';
import { css } from './styles.ts';
import { findLanguage, pickTexts, readOwnTexts } from './texts.ts';

/** `<kindred-photo-search>`: loads its part when it is in a page. Where that cannot be loaded, nothing is shown. */
export class PhotoSearchElement extends HTMLElement {
  #isMounted = false;

  connectedCallback(): void {
    if (this.#isMounted) return;
    this.#isMounted = true;
    const language = findLanguage(this);
    const settings = { language, ownTexts: readOwnTexts(this) };
    import('./parts/photo-search.ts').then(
      (part) => {
        const root = this.attachShadow({ mode: 'open' });
        root.adoptedStyleSheets = [css, part.css].map(createStyleSheet);
        const pick = <T>(all: Readonly<Record<string, T>>): T => pickTexts(all, settings);
        part.mountPhotoSearch(this, root, { create: createElement, safeUrl, pick, language });
      },
      () => undefined,
    );
  }
}
