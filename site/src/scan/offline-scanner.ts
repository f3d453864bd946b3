/** What the page that checks proofs without a network brings with it (tools/make-scanner.ts): the same scanner, the same words. */
export { cameraHelp, cameraPlace, cameraTitle } from '@ce/client/exam-attempt/camera-words.ts'
export { scanWords } from './scan-words.ts'
export { readPicture, scan } from './scanner.ts'
