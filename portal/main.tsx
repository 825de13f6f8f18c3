import '@fontsource-variable/figtree/wght.css';
import './styles/portal.css';
import { findSignedOutPage } from './sign-in/address.ts';
import { readLanguage, loadDictionary, rememberLanguage } from './texts/text.ts';

const start = async (root: HTMLElement): Promise<void> => {
  const page = findSignedOutPage(window.location);
  const language = readLanguage();
  rememberLanguage(language);
  if (page) {
    const [{ showSignedOutPage }, dictionary] = await Promise.all([
      import('./sign-in/sign-in-app.tsx'),
      loadDictionary(language),
    ]);
    showSignedOutPage(root, { language, dictionary }, page);
  } else {
    const [{ showApp }, dictionary] = await Promise.all([import('./app.tsx'), loadDictionary(language)]);
    showApp(root, { language, dictionary });
  }
};

const root = document.getElementById('portal');
if (root) void start(root);
