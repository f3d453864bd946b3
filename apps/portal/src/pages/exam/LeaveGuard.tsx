import { readSession } from '@ce/client/session.ts'
import { Modal } from 'antd'
import { useBlocker } from 'react-router'

/** Asks before another page of ours is opened during an attempt; leaving loses nothing but time. */
export function LeaveGuard() {
  const blocker = useBlocker(() => readSession() !== null)
  return (
    <Modal
      open={blocker.state === 'blocked'}
      title="离开考试页面？"
      okText="留在考试"
      cancelText="离开"
      onOk={() => blocker.reset?.()}
      onCancel={() => blocker.reset?.()}
      cancelButtonProps={{ onClick: () => blocker.proceed?.() }}
    >
      考试不会暂停，计时继续；已作答的内容不会丢失，到时系统会自动交卷。您可以随时回到本页继续作答。
    </Modal>
  )
}
