/** A generated password is for the first sign-in: it expires unless its owner replaces it. */
export const temporaryPasswords = `
ALTER TABLE accounts ADD COLUMN password_until_ms INTEGER;
`;
