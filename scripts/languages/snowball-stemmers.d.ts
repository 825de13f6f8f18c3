declare module 'snowball-stemmers' {
  const stemmers: {
    readonly newStemmer: (algorithm: string) => { readonly stem: (word: string) => string };
  };
  export default stemmers;
}
