/** The former name of the dialog. */
export { Dialog as Sheet } from './Dialog.tsx'
