import { useEffect, useState } from 'react';

const typingMs = 500;

/** A text when nobody types any more. Half an address, or half an identifier, belongs to something else. */
export const useTyped = (text: string): string => {
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text), typingMs);
    return () => clearTimeout(timer);
  }, [text]);
  return typed;
};
