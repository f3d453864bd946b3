import { decodePicture, desktopPictureTypes, pictureSize } from '@ce/client/prepare-picture.ts'
import type { UploadedFile } from '@ce/client/staff/upload-step.ts'
import type { PictureSize, StaffPictureUse } from '@ce/contract/picture-uses'
import { canBeCropped, noQrCodeText, pictureProblem } from '@ce/contract/picture-uses'
import { Alert } from 'antd'
import { type ReactNode, useState } from 'react'
import { CropDialog } from '../../kit/CropDialog.tsx'
import { FileField } from './FileField.tsx'

interface PictureFieldProps {
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

/** Refuses a picture that is too small before it is uploaded. */
export function PictureField({ use, children, ...field }: PictureFieldProps) {
  const [cutting, setCutting] = useState<Chosen | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const look = async (file: File, send: (file: File) => void) => {
    setProblem(null)
    const picture = await decodePicture(file)
    // The server checks pictures that this browser cannot decode.
    if (!picture) return send(file)
    const { width, height } = pictureSize(picture)
    const size = { width, height }
    const wrong = pictureProblem(use, size)
    if (wrong && !canBeCropped(use, size)) setProblem(wrong)
    else if (wrong) setCutting({ file, size, send })
    else if (use === 'QR' && !(await readsCode(picture, size))) setProblem(noQrCodeText)
    else send(file)
    if ('close' in picture) picture.close()
  }
  return (
    <>
      <FileField
        {...field}
        purpose="PICTURE"
        accept={desktopPictureTypes}
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

/** Loads the QR decoder only when needed; if it fails, the server checks the picture. */
async function readsCode(picture: CanvasImageSource, size: PictureSize): Promise<boolean> {
  const reader = await import('@ce/site/scan/read-qr.ts').catch(() => null)
  return reader === null || (await reader.readQr(picture, size, 'PICTURE')) !== null
}
