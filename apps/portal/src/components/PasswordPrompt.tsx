import { updateSession, useSession } from '@ce/client/session.ts'
import { Button, Modal } from 'antd'
import { useNavigate } from 'react-router'
import { paths } from '../paths.ts'

/**
 * The prompt of who still has the initial password (specification §2 Dialogs, §4): no way past it but its button,
 * which records that it was handled. It comes back with the next login until the password is changed.
 */
export function PasswordPrompt() {
  const session = useSession()
  const navigate = useNavigate()
  const open = session !== null && !session.initPassword && !session.userInfo.isInitPassword
  const handle = () => {
    updateSession({ initPassword: true })
    navigate(paths.password())
  }
  return (
    <Modal
      open={open}
      title="请立即修改密码"
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={handle}>
          去修改密码
        </Button>
      }
    >
      您正在使用初始密码。为保护您的学时和个人信息，请现在改成只有您自己知道的密码。
    </Modal>
  )
}
