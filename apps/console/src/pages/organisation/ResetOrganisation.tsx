import { type Organisation, useResetOrganisationPassword } from '@ce/client/staff/organisation.ts'
import { randomUuid } from '@ce/client/uuid.ts'
import { useState } from 'react'
import classes from '../../components/form.module.css'
import { ReasonDialog } from '../../components/ReasonDialog.tsx'
import type { CreatedOrganisationPassword } from './CreateOrganisation.tsx'

interface ResetOrganisationProps {
  organisation: Organisation
  onClose: () => void
  onDone: (made: CreatedOrganisationPassword) => void
}

export function ResetOrganisation({ organisation, onClose, onDone }: ResetOrganisationProps) {
  const [key] = useState(randomUuid)
  const reset = useResetOrganisationPassword()
  const { id, name, creditCode } = organisation
  return (
    <ReasonDialog
      title={`重置密码：${name}`}
      okText="重置"
      danger
      placeholder="如：单位来电说忘记密码"
      send={async (reason) => {
        const { password } = await reset.mutateAsync({ id, key, reason })
        onDone({ account: `${name}（${creditCode}）`, password })
      }}
      onClose={onClose}
    >
      <p className={classes.problem}>
        原来的密码立即失效，该单位的登录随即退出；系统给出一个一次性密码，由您转告联系人。
      </p>
    </ReasonDialog>
  )
}
