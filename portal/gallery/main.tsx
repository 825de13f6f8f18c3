import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../styles/portal.css';
import { ToastProvider } from '../components/feedback/toast.tsx';
import { readLanguage, loadDictionary } from '../texts/text.ts';
import { TextProvider } from '../texts/text-context.tsx';
import { Gallery } from './gallery.tsx';

const language = readLanguage();
const dictionary = await loadDictionary(language);
const root = document.getElementById('gallery');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <TextProvider first={{ language, dictionary }}>
        <ToastProvider>
          <Gallery />
        </ToastProvider>
      </TextProvider>
    </StrictMode>,
  );
}
