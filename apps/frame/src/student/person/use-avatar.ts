import { CallRefused } from '@ce/client/call.ts'
import { pictureRules, preparePicture, UnusablePicture } from '@ce/client/prepare-picture.ts'
import { useModify } from '@ce/client/student.ts'
import { upload } from '@ce/client/upload.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { useEffect, useState } from 'react'

export const avatarHint = 'JPG、PNG、WebP 或手机照片，较大的会自动缩小'

/** A new picture of oneself: made small, shown at once, uploaded with its progress (`share`: 0 to 1, null: none), then kept. */
export function useAvatar() {
  const [preview, setPreview] = useState<string | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const modify = useModify()
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])

  const choose = async (chosen: File) => {
    setProblem(null)
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
  return { preview, share, problem, choose }
}

function problemOf(error: unknown): string {
  if (error instanceof UnusablePicture) return error.message
  return error instanceof CallRefused ? error.msg : '头像没有保存，请稍后重试'
}
