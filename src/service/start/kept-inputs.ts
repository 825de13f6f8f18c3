import {
  hasCardNumber,
  hasEmailAddress,
  hasPhoneNumber,
} from '../../learning/keywords/guards/personal-data.ts';

/**
 * No personal data in analytics. Identifiers are exempt from the number checks, because long numbers are
 * normal in many shops.
 */
export const mayKeepInput = (text: string, kind: 'pattern' | 'identifier'): boolean => {
  if (hasEmailAddress(text)) return false;
  return kind === 'identifier' || !(hasCardNumber(text) || hasPhoneNumber(text));
};
