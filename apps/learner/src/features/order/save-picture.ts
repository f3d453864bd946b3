import { bytesOf, saveAs } from '@ce/client/save-as.ts'

/** Offers a picture to the phone's own sheet, where it can go to the album; without one it is saved as a file. */
export async function savePicture(dataUrl: string, name: string): Promise<void> {
  const file = new File([bytesOf(dataUrl.slice(dataUrl.indexOf(',') + 1))], name, {
    type: 'image/png',
  })
  if (!navigator.canShare?.({ files: [file] })) return saveAs(file, name)
  try {
    await navigator.share({ files: [file] })
  } catch (error) {
    // somebody closed the sheet: that is an answer
    if (!(error instanceof DOMException && error.name === 'AbortError')) saveAs(file, name)
  }
}
