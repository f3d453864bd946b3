import { CallRefused } from '@ce/client/call.ts'
import {
  decodePicture,
  pictureRules,
  pictureSize,
  preparePicture,
  UnusablePicture,
} from '@ce/client/prepare-picture.ts'
import { useModify } from '@ce/client/student.ts'
import { upload } from '@ce/client/upload.ts'
import { canBeCut, type PictureSize, pictureProblem } from '@ce/contract/picture-uses'
import { showNotice } from '@ce/ui/notices.ts'
import { useEffect, useState } from 'react'

export const avatarHint =
  'JPG、PNG、WebP 或手机照片，至少 160×160 像素；不是正方形的先裁剪，较大的会自动缩小'

/**
 * A new picture of oneself: cut to a square, made small, shown at once, uploaded with its progress (`share`: 0 to 1, null: none), then kept.
 * `cutting`: somebody is to choose the part of it.
 */
export function useAvatar() {
  const [cutting, setCutting] = useState<{ file: File; size: PictureSize } | null>(null)
  const [preview, setPreview] = useState<string | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const modify = useModify()
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])

  /** What is too small is refused before it is sent, what is no square is cut first; what this browser cannot draw, the server judges. */
  const choose = async (chosen: File) => {
    setProblem(null)
    const picture = await decodePicture(chosen)
    if (!picture) return send(chosen)
    const { width, height } = pictureSize(picture)
    if ('close' in picture) picture.close()
    const size = { width, height }
    const wrong = pictureProblem('AVATAR', size)
    if (!wrong) return send(chosen)
    if (canBeCut('AVATAR', size)) setCutting({ file: chosen, size })
    else setProblem(wrong)
  }

  const send = async (chosen: File) => {
    setCutting(null)
    setShare(0)
    try {
      const file = await preparePicture(chosen, pictureRules.AVATAR)
      setPreview(URL.createObjectURL(file))
      const { id } = await upload(file, 'AVATAR', { onProgress: setShare })
      await modify.mutateAsync({ avatarFileId: id })
      showNotice({ kind: 'success', title: '头像已更新' })
    } catch (error) {
      setProblem(problemOf(error))
    } finally {
      setShare(null)
      setPreview(null)
    }
  }
  const crop = cutting && {
    ...cutting,
    use: 'AVATAR' as const,
    onCut: (file: File) => void send(file),
    onClose: () => setCutting(null),
  }
  return { preview, share, problem, choose, crop }
}

function problemOf(error: unknown): string {
  if (error instanceof UnusablePicture) return error.message
  return error instanceof CallRefused ? error.msg : '头像没有保存，请稍后重试'
}
