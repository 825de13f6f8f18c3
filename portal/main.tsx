import './styles/portal.css';
import { doorPage } from './door/address.ts';
import { chosenLanguage, loadDictionary, rememberLanguage } from './texts/text.ts';

const start = async (root: HTMLElement): Promise<void> => {
  const door = doorPage(window.location);
  const language = chosenLanguage();
  rememberLanguage(language);
  if (door) {
    const [{ showDoor }, dictionary] = await Promise.all([
      import('./door/door-app.tsx'),
      loadDictionary(language),
    ]);
    showDoor(root, { language, dictionary }, door);
  } else {
    const [{ showApp }, dictionary] = await Promise.all([import('./app.tsx'), loadDictionary(language)]);
    showApp(root, { language, dictionary });
  }
};

const root = document.getElementById('portal');
if (root) void start(root);
