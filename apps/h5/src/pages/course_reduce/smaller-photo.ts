/** a photo of a phone is sent as it is below this: its text stays as sharp as it was taken */
const largeBytes = 3 * 1024 * 1024
/** pixels of the longer side: a page of A4 stays readable */
const longestSide = 3000

/** A large photo, made small enough to be sent from a phone; everything else, and what cannot be drawn, as it is. */
export async function smallerPhoto(file: File): Promise<File> {
  if (!/^image\/(jpeg|png)$/.test(file.type) || file.size < largeBytes) return file
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const share = Math.min(1, longestSide / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * share)
    canvas.height = Math.round(picture.height * share)
    const pen = canvas.getContext('2d')
    if (!pen) return file
    // what a picture leaves transparent would turn black
    pen.fillStyle = 'white'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.85))
    if (!blob || blob.size >= file.size) return file
    return new File([blob], file.name.replace(/\.[^.]*$/, '.jpg'), { type: 'image/jpeg' })
  } catch {
    return file
  }
}
