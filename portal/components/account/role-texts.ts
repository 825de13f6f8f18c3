export const roleTexts = {
  owner: 'role.owner',
  merchandiser: 'role.merchandiser',
  viewer: 'role.viewer',
} as const;
