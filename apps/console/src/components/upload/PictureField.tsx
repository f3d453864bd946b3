import { decodePicture, deskPictures, pictureSize } from '@ce/client/prepare-picture.ts'
import type { UploadedFile } from '@ce/client/staff/upload-step.ts'
import {
  canBeCut,
  noCodeWords,
  type PictureSize,
  pictureProblem,
  type StaffPictureUse,
} from '@ce/contract/picture-uses'
import { Alert } from 'antd'
import { type ReactNode, useState } from 'react'
import { CropDialog } from '../../kit/CropDialog.tsx'
import { FileField } from './FileField.tsx'

interface PictureFieldProps {
  /** what it is to be shown as: its size and sides are judged by it, here and on the server */
  use: Exclude<StaffPictureUse, 'ARTICLE'>
  label: string
  disabled?: boolean
  onUploaded: (file: UploadedFile) => void
  children?: ReactNode
  actions?: ReactNode
}

interface Chosen {
  file: File
  size: PictureSize
  send: (file: File) => void
}

/** A picture for one use. What is too small is refused before it is sent, what has other sides is cut to them first. */
export function PictureField({ use, children, ...field }: PictureFieldProps) {
  const [cutting, setCutting] = useState<Chosen | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const look = async (file: File, send: (file: File) => void) => {
    setProblem(null)
    const picture = await decodePicture(file)
    // what this browser cannot draw, the server judges
    if (!picture) return send(file)
    const { width, height } = pictureSize(picture)
    const size = { width, height }
    const wrong = pictureProblem(use, size)
    if (wrong && !canBeCut(use, size)) setProblem(wrong)
    else if (wrong) setCutting({ file, size, send })
    else if (use === 'QR' && !(await readsCode(picture, size))) setProblem(noCodeWords)
    else send(file)
    if ('close' in picture) picture.close()
  }
  return (
    <>
      <FileField
        {...field}
        purpose="PICTURE"
        accept={deskPictures}
        use={use}
        look={(file, send) => void look(file, send)}
      >
        {children}
        {problem && (
          <div role="alert">
            <Alert type="error" showIcon title={problem} />
          </div>
        )}
      </FileField>
      {cutting && (
        <CropDialog
          file={cutting.file}
          use={use}
          size={cutting.size}
          onCut={(file) => {
            setCutting(null)
            void look(file, cutting.send)
          }}
          onClose={() => setCutting(null)}
        />
      )}
    </>
  )
}

/** The decoder comes only to who chooses a code; where it does not come, the server reads. */
async function readsCode(picture: CanvasImageSource, size: PictureSize): Promise<boolean> {
  const reader = await import('@ce/site/scan/read-qr.ts').catch(() => null)
  return reader === null || (await reader.readQr(picture, size, 'PICTURE')) !== null
}
