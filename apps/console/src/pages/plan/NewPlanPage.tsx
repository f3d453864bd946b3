import { uuid } from '@ce/client/uuid.ts'
import { PageHeader } from '@ce/frame/PageHeader.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { newFields } from './fields.ts'
import { PlanForm } from './PlanForm.tsx'

/** A new plan; a draft until it is opened. */
export function NewPlanPage() {
  const navigate = useNavigate()
  // made once: a repeated save finds the same plan
  const [id] = useState(uuid)
  const [initial] = useState(() => newFields(new Date().getFullYear() + 1))
  return (
    <>
      <PageHeader title="新建年度计划" actions={<Link to={paths.plans()}>返回年度计划</Link>}>
        先保存为草稿，检查无误后再开放报名。
      </PageHeader>
      <PlanForm
        id={id}
        plan={null}
        initial={initial}
        onSaved={() => {
          showNotice({ kind: 'success', title: '年度计划已保存为草稿' })
          navigate(paths.plan(id), { replace: true })
        }}
      />
    </>
  )
}
