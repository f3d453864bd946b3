import { CallRefused } from '@ce/client/call.ts'
import { useModify } from '@ce/client/student.ts'
import { upload } from '@ce/client/upload.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { useEffect, useState } from 'react'

/** as the server takes them (server/src/modules/file/policy.ts) */
export const avatarTypes = ['image/png', 'image/jpeg', 'image/webp']
const maxBytes = 2 * 1024 * 1024
export const avatarHint = 'JPG、PNG 或 WebP 图片，不超过 2 MB'

/** A new picture of oneself: shown at once, uploaded with its progress (`share`: 0 to 1, null: none), then kept. */
export function useAvatar() {
  const [preview, setPreview] = useState<string | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const modify = useModify()
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])

  const choose = async (file: Blob) => {
    const wrong = problemOf(file)
    setProblem(wrong)
    if (wrong) return
    setPreview(URL.createObjectURL(file))
    setShare(0)
    try {
      const { id } = await upload(file, 'AVATAR', { onProgress: setShare })
      await modify.mutateAsync({ avatarFileId: id })
      showNotice({ kind: 'success', title: '头像已更新' })
    } catch (error) {
      setProblem(error instanceof CallRefused ? error.msg : '头像没有保存，请稍后重试')
    } finally {
      setShare(null)
      setPreview(null)
    }
  }
  return { preview, share, problem, choose }
}

function problemOf({ type, size }: Blob): string | null {
  if (!avatarTypes.includes(type)) return '请选择 JPG、PNG 或 WebP 图片'
  return size > maxBytes ? '图片超过 2 MB，请压缩后再上传' : null
}
