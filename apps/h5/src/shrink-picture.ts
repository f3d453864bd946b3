interface Wanted {
  /** pixels of the longer side at most */
  longest: number
  /** of the JPEG, 0 to 1 */
  quality: number
}

/** A picture drawn anew as a JPEG, upright and no larger than wanted; null when it cannot be drawn. */
export async function redrawn(file: Blob, { longest, quality }: Wanted): Promise<Blob | null> {
  try {
    // upright without being asked; Chrome before 112 and Safari before 16 throw at the word 'from-image'
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, longest / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.width * scale))
    canvas.height = Math.max(1, Math.round(picture.height * scale))
    const pen = canvas.getContext('2d')
    if (!pen) return null
    // a JPEG has no see-through: it would turn black
    pen.fillStyle = 'white'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    return await new Promise((done) => canvas.toBlob(done, 'image/jpeg', quality))
  } catch {
    return null
  }
}

/** a picture of a person, twice over, on the densest screens */
const ofPerson = { longest: 640, quality: 0.88 }

/** A photo as a phone takes it, small enough to send; a file that is no picture comes back as it is. */
export async function shrinkPicture(file: Blob): Promise<Blob> {
  const small = await redrawn(file, ofPerson)
  return small ? new File([small], 'avatar.jpg', { type: 'image/jpeg' }) : file
}
