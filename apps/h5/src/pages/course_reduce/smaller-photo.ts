import { redrawn } from '../../shrink-picture.ts'

/** a photo of a phone is sent as it is below this: its text stays as sharp as it was taken */
const largeBytes = 3 * 1024 * 1024
/** a page of A4 stays readable */
const ofPaper = { longest: 3000, quality: 0.85 }

/** A large photo, made small enough to be sent from a phone; everything else, and what cannot be drawn, as it is. */
export async function smallerPhoto(file: File): Promise<File> {
  if (!/^image\/(jpeg|png)$/.test(file.type) || file.size < largeBytes) return file
  const small = await redrawn(file, ofPaper)
  if (!small || small.size >= file.size) return file
  return new File([small], file.name.replace(/\.[^.]*$/, '.jpg'), { type: 'image/jpeg' })
}
