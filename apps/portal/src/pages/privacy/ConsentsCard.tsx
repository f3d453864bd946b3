import { type Consents, consentsQuery, useWithdrawCamera } from '@ce/client/privacy.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { useRefocus } from '@ce/frame/refocus.ts'
import { ConsentLists } from '@ce/frame/student/privacy/ConsentLists.tsx'
import { consentWords } from '@ce/frame/student/privacy/words.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button, Card, Modal } from 'antd'
import { useState } from 'react'
import { rowLook } from './row-look.ts'

/** What one agreed to, which version, when; and the camera taken back. */
export function ConsentsCard() {
  const query = useQuery(consentsQuery())
  return (
    <Card title={<h2>同意与授权</h2>}>
      <Loaded query={query} skeleton={<Skeleton shape={['line', 'line']} />}>
        {(consents) => <Lists consents={consents} />}
      </Loaded>
    </Card>
  )
}

function Lists({ consents }: { consents: Consents }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <ConsentLists
        consents={consents}
        look={rowLook}
        withdraw={<Button onClick={() => setAsking(true)}>{consentWords.withdraw}</Button>}
      />
      {asking && <WithdrawDialog onClose={() => setAsking(false)} />}
    </>
  )
}

function WithdrawDialog({ onClose }: { onClose: () => void }) {
  useRefocus()
  const withdraw = useWithdrawCamera()
  const [open, setOpen] = useState(true)
  const done = () => {
    setOpen(false)
    showNotice(consentWords.withdrawn)
  }
  return (
    <Modal
      open={open}
      title={consentWords.question.title}
      okText={consentWords.question.ok}
      confirmLoading={withdraw.isPending}
      onOk={() => withdraw.mutate({}, { onSuccess: done })}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
    >
      {consentWords.question.text}
    </Modal>
  )
}
