import { describe, expect, it } from 'vitest';
import { passwordRules, refuseWeakPassword } from './password-rules.ts';

const email = 'anna.meier@shop.example';

describe('password rules', () => {
  it.each([
    ['four words', 'staple horse battery correct'],
    ['other alphabets', 'пароль из четырёх слов'],
    ['characters outside the basic plane, counted once each', '🐎🔋📎✅🍏🍎🍐🍊🍋🍌🍉🍇'],
    ['enough words beside the name in the address', 'meier rides a green tram'],
    ['the longest one', 'ab3 '.repeat(passwordRules.maximumLength / 4)],
  ])('accepts %s', async (_, password) => {
    await expect(refuseWeakPassword(password, email)).resolves.toBeUndefined();
  });

  it.each([
    ['eleven characters', 'k7 wq9 zp2x', /at least 12/],
    ['twelve code units that are six characters', '🐎🔋📎✅🍏🍎', /at least 12/],
    ['more than the maximum', 'x9 '.repeat(67), /at most 200/],
    ['three different characters', 'abcabcabcabcabc', /first that would be tried/],
    ['a common one with digits around it', '123password456!', /first that would be tried/],
    ['a common one in capitals, twice', 'PASSWORDpassword', /first that would be tried/],
    ['the address', email, /e-mail address/],
    ['the address in capitals', email.toUpperCase(), /e-mail address/],
    ['the name in the address with digits', '2026anna.meier2026', /e-mail address/],
    ['the host of the address', 'shop.example', /e-mail address/],
    ['the address and a digit', `${email}1`, /e-mail address/],
    ['digits and signs around the address', `#1!${email}2026!`, /e-mail address/],
    ['the address twice', `${email}-${email}`, /e-mail address/],
    ['words of the address in another order', 'Shop-Meier-2026!', /e-mail address/],
    ['the host with digits', 'shop.example2026', /e-mail address/],
    ['the address with signs inside', 'anna!meier@2026shop?example', /e-mail address/],
    ['the name and a short word', 'anna.meierSpring26', /e-mail address/],
  ])('refuses %s', async (_, password, message) => {
    await expect(refuseWeakPassword(password, email)).rejects.toThrow(message);
  });
});
