export const pictures = {
  'pictures.upload': 'Pictures as files',
  'pictures.upload.lead':
    'For feeds that name files instead of addresses. Put all pictures into one ZIP file; its folders do not matter.',
  'pictures.upload.drop': 'Drop a ZIP of pictures here, or choose one',
  'pictures.upload.hint': 'JPEG, PNG, GIF, WebP or AVIF, up to 10 MB each. The next import uses them.',
  'pictures.upload.count': '{count} {count|picture is|pictures are} here.',
  'pictures.upload.none': 'No pictures yet.',
  'pictures.upload.done': '{added} added, {replaced} replaced. Import the feed now: its products get them.',
  'pictures.upload.refused': '{count} {count|file was|files were} left out:',
  'pictures.upload.remove': 'Remove the pictures',
  'pictures.upload.remove.title': 'Remove all uploaded pictures?',
  'pictures.upload.remove.body':
    '{count} {count|picture is|pictures are} deleted. Products keep their look-alikes until the next import. This cannot be undone.',
  'pictures.upload.removed': 'The pictures were removed.',
  'pictures.refusal.not-a-picture': 'no picture',
  'pictures.refusal.too-large': 'larger than 10 MB',
  'pictures.refusal.unreadable': 'damaged, or packed with a password',
  'pictures.refusal.name-twice': 'a second file of this name',
  'pictures.baseUrl': 'Base address of pictures (optional)',
  'pictures.baseUrl.hint':
    'For feeds that name pictures without an address: https://cdn.example/pictures/ and shoe.jpg become one address.',
  'pictures.reasons': 'Why pictures are missing',
  'pictures.reasons.count': '{count} {count|product|products}',
  'pictures.looks': 'How pictures are compared',
  'pictures.looks.base':
    'As the vision model sees them: there is too little to learn from, or nothing that was learnt is better on products that were held out.',
  'pictures.looks.tried':
    'As the vision model sees them. Tried with {field} of {pictures} pictures: words of the title count {words} times as much as the picture, and colour keeps {colour} of its importance.',
  'pictures.looks.learnt':
    'Learnt from {field} of {pictures} pictures: {mix} of the comparison is learnt, words of the title count {words} times as much as the picture, and colour keeps {colour} of its importance.',
  'pictures.looks.precision':
    'Checked on products that were not learnt from: of ten look-alikes, {now} have the right value; before, {before}.',
  'pictures.looks.field': '{field} (weight {weight})',
  'learnFrom.title': 'What look-alikes are learnt from',
  'learnFrom.lead':
    'Products with the same value of these fields belong together. Only the ratio of the weights matters. The next import learns again; it keeps what is better for products that were held out.',
  'learnFrom.inspected':
    'Nothing is chosen: the first category that most products have, or else the first text facet.',
  'learnFrom.field': 'Field',
  'learnFrom.weight': 'Weight of {field}',
  'learnFrom.add': 'Add a field to learn from',
  'learnFrom.remove': 'Remove {field}',
  'pictures.notPublished': 'Import a catalogue, then see here which pictures are missing.',
  'pictures.older': 'A newer version is being loaded. This list is of the version before.',
  'pictures.unknown': 'Not recorded any more. Import again to see the reason.',
  'imports.pictures.missing': '{count} {count|product|products} without a picture',
  'imports.pictures.title': 'Products without a picture',
  'imports.pictures.lead': '{missing} of {all} products. They are found by their text only.',
  'pictureFault.none-named': 'The feed names no picture.',
  'pictureFault.left-out': 'The import was started without pictures.',
  'pictureFault.file-missing': 'The feed names a file that is not here.',
  'pictureFault.address-answers': 'The address of the picture answers with error {value}.',
  'pictureFault.host-unreachable': '{value} cannot be reached.',
  'pictureFault.private-host': '{value} is not on the public internet.',
  'pictureFault.too-large': 'The picture is too large.',
  'pictureFault.no-picture': 'The file is no picture of a known kind.',
  'pictureFault.damaged': 'The picture is damaged.',
  'pictureFault.other': 'Another reason: {value}',
  'pictureNext.none-named': 'Choose the column of the picture under Mapping, then import again.',
  'pictureNext.left-out': 'Import again with pictures.',
  'pictureNext.file-missing':
    'Under Source, upload a ZIP with the pictures or name their base address, then import again.',
  'pictureNext.address-answers':
    'Open one of the addresses in a browser, correct them in the shop, then import again.',
  'pictureNext.host-unreachable': 'Check the name of the server in the feed, or try again later.',
  'pictureNext.private-host':
    'Whoever runs the service can allow it (KINDRED_ALLOW_PRIVATE). Or upload the pictures as a ZIP.',
  'pictureNext.too-large': 'Use pictures up to 10 MB and 40 megapixels.',
  'pictureNext.no-picture':
    'Use JPEG, PNG, WebP, GIF, AVIF or TIFF. A web page in its place may want a sign-in.',
  'pictureNext.damaged': 'Export these pictures again, then import again.',
  'pictureNext.other': 'Import again; if it stays, ask whoever runs the service to look into the log.',
} as const;
