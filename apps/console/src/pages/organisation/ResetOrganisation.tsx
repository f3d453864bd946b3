import { type Organisation, useResetOrganisation } from '@ce/client/staff/organisation.ts'
import { uuid } from '@ce/client/uuid.ts'
import { useState } from 'react'
import { FormDialog } from '../../components/FormDialog.tsx'
import classes from '../../components/form.module.css'
import { Reason } from '../../components/Reason.tsx'
import type { NewPassword } from './CreateOrganisation.tsx'

interface ResetOrganisationProps {
  organisation: Organisation
  onClose: () => void
  onDone: (made: NewPassword) => void
}

/** A new one-time password for an employer that forgot its own, or locked itself out. */
export function ResetOrganisation({ organisation, onClose, onDone }: ResetOrganisationProps) {
  const [key] = useState(uuid)
  const reset = useResetOrganisation()
  const { id, name, creditCode } = organisation
  return (
    <FormDialog
      title={`重置密码：${name}`}
      okText="重置"
      danger
      initialValues={{ reason: '' }}
      send={async ({ reason }) => {
        const { password } = await reset.mutateAsync({ id, key, reason })
        onDone({ account: `${name}（${creditCode}）`, password })
      }}
      onClose={onClose}
    >
      <p className={classes.problem}>
        原来的密码立即失效，该单位的登录随即退出；系统给出一个一次性密码，由您转告联系人。
      </p>
      <Reason placeholder="如：单位来电说忘记密码" />
    </FormDialog>
  )
}
