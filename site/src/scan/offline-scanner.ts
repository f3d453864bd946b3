/** Code for the offline page, with the same scanner as the public page. */
export { cameraHelp, cameraPlace, cameraTitle } from '@ce/client/exam-attempt/camera-text.ts'
export { scannerText } from './scan-text.ts'
export { readQrFromPicture, scanWithCamera } from './scanner.ts'
