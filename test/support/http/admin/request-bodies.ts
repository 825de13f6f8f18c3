/** A valid body for each route that takes one; names inside it belong to the website `name`. */
export const requestBodyFor = (id: string, name: string): unknown => {
  const bodies: Readonly<Record<string, unknown>> = {
    signIn: { email: 'nobody@example.com', password: 'nothing of the kind' },
    setUp: { token: 'no token', email: 'first@example.com', password: 'a long new password' },
    acceptInvitation: { password: 'a long new password' },
    changePassword: { current: 'not the present one', password: 'a long new password' },
    beginTotp: { password: 'not the present one' },
    confirmTotp: { code: '000000' },
    removeTotp: { password: 'not the present one' },
    createToken: { name: 'a script', password: 'not the present one' },
    createWebsite: { name: 'taken' },
    updateWebsite: { name },
    applyDeclaration: { website: { name: 'another' } },
    createDataset: { name: `${name}-catalogue`, kind: 'products' },
    updateDataset: { name: 'nothing', kind: 'products' },
    inspectFeed: {},
    startImport: {},
    createBox: { name: `${name}-similar`, kind: 'search', dataset: `${name}-catalogue` },
    updateBox: { name: 'nothing', kind: 'search', dataset: `${name}-catalogue` },
    previewBox: { campaigns: 'published', identifier: `${name}-p0` },
    putCuration: [],
    createCampaign: { name: `${name}-campaign`, effect: { redirect: { url: 'https://shop.example' } } },
    updateCampaign: { name: `${name}-campaign`, effect: { redirect: { url: 'https://shop.example' } } },
    createSubscription: { name: `${name}-keys`, kind: 'secret' },
    updateSubscription: { name: 'nothing', kind: 'secret' },
    revealKeys: { password: 'not the present one' },
    rotateKey: { slot: 'primary', graceSeconds: 0 },
    setSubscriptionState: { state: 'active' },
    inviteMember: { email: 'somebody@example.com', role: 'viewer' },
    setMemberRole: { role: 'viewer' },
  };
  return bodies[id];
};
