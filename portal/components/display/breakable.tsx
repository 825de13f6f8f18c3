import { Fragment } from 'react';

/** The places where an address may break, behind these characters. */
const pieces = /[^/@.:?&=_-]*[/@.:?&=_-]+|[^/@.:?&=_-]+/g;

/**
 * An address or an e-mail address that breaks between its parts. A part that is longer than the line still breaks
 * anywhere, where the element around it says so.
 */
export const Breakable = ({ text }: { text: string }) => {
  const parts = [...text.matchAll(pieces)];
  return parts.map(({ 0: part, index }) => (
    <Fragment key={index}>
      {part}
      {index + part.length < text.length && <wbr />}
    </Fragment>
  ));
};
