/** What staff may upload as a picture, by content; each is kept as WebP. */
export const pictureTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
] as const
