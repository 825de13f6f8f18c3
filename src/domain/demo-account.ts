/** Signs in to the portal of the demo shop: an owner of that shop, and no administrator. */
export const demoEmail = 'merchandiser@demo.example';
