import { withLoadingOverlay } from '@ce/client/busy.ts'
import { useNavigate } from 'react-router'
import { useConfirm } from './confirm.ts'

/** Asks for confirmation, then signs out in the browser and on the server. */
export function useSignOut(title: string, logout: () => Promise<void>, login: string): () => void {
  const confirm = useConfirm()
  const navigate = useNavigate()
  const leave = async () => {
    await withLoadingOverlay(logout())
    await navigate(login, { state: { sessionOver: true } })
  }
  return () => {
    confirm({
      title,
      content: '没有保存的修改会丢失；退出后需要重新登录。',
      okText: '确认退出',
      cancelText: '再想想',
      onOk: () => {
        void leave()
      },
    })
  }
}
