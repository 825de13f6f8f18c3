/** A password that a program made is for the first sign-in: it ends by itself unless its owner replaces it. */
export const temporaryPasswords = `
ALTER TABLE accounts ADD COLUMN password_until_ms INTEGER;
`;
