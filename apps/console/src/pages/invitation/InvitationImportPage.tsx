import type { EmployerPlan, MemberListField } from '@ce/client/employer.ts'
import { employerPlansQuery, memberImportCalls } from '@ce/client/employer.ts'
import { invitationFieldLabels } from '@ce/contract/import-fields'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { typedKeysOf } from '../../components/code-options.ts'
import { employerPaths } from '../../employer/paths.ts'
import type { ImportGuide } from '../../kit/import/description.ts'
import { inlineFileSource } from '../../kit/import/file-source.tsx'
import type { TableImportFields } from '../../kit/import/mapping.ts'
import { TableImportDesk } from '../../kit/import/TableImportDesk.tsx'
import { defaultEmployerPlan, employerPlanLabel } from './PlanSelect.tsx'

const file = inlineFileSource({
  accept: '.xlsx,.xlsm,.csv',
  label: '选择名单文件',
  mostMegabytes: 2,
  wrongKind: '只能选择 Excel（.xlsx）或 CSV 文件；旧的 .xls 文件请在 Excel 里另存为 .xlsx。',
})

const fields: TableImportFields<MemberListField> = {
  all: typedKeysOf(invitationFieldLabels),
  words: invitationFieldLabels,
  needed: [['NAME'], ['ID_NO', 'CERTIFICATE_NO']],
}

const guide: ImportGuide = {
  lines: [
    'Excel（.xlsx）或 CSV，有一行是列名；列名不同、有几个工作表都可以，读完后由您指定。',
    '每行一人，必须有姓名，以及证件号或资格证书编号；两个都写时须是同一人的。',
    '建议写证件号：资格证书编号由学员自己填写，平台不核对；只写编号的人，下单前要由单位向本人核实。',
    '在 Excel 里把证件号一列设为“文本”，否则 18 位号码的末尾会变成 0。',
    '手机号可以不写；写了只检查格式，不保存。',
    '一次最多 1000 行。有错误的行会逐行说明，可以下载退回表改好再导入；其余的行可以先写入。',
    '本人确认之前，平台不会告诉您某人是否已注册。',
  ],
  template: {
    name: '单位名单模板.csv',
    rows: [
      ['姓名', '证件号', '资格证书编号', '手机号'],
      ['（示例）张三', '110105199001010000', '', '13800000000'],
    ],
  },
}

const toOption = (plan: EmployerPlan) => ({ value: plan.id, label: employerPlanLabel(plan) })

/** The page 导入名单: check a file row by row, then invite the valid rows. */
export function InvitationImportPage() {
  const query = useQuery(employerPlansQuery())
  const plans = useQuery({ ...employerPlansQuery(), select: ({ list }) => list.map(toOption) })
  return (
    <TableImportDesk
      title="导入名单"
      lead="先预览、逐行看结果，确认之后写入。每个人在学员中心收到邀请，由本人确认。"
      guide={guide}
      file={file}
      choice={{
        name: 'plan',
        title: '选择年度',
        options: plans,
        first: query.data && defaultEmployerPlan(query.data.list)?.id,
        missing: '请选择年度',
        none: { title: '还没有年度计划', text: '协会公布年度计划之后，可以在这里导入名单。' },
        of: ({ planId }) => planId,
      }}
      checkPromise="只读取文件，不写入任何一行，也不核对谁是本平台的学员。"
      calls={memberImportCalls}
      input={({ importId, sent, choice, wish }) => ({ importId, planId: choice, ...sent, ...wish })}
      unit="人"
      fields={fields}
      origin={({ planTitle }) => planTitle}
      promise="每个人在学员中心收到邀请，由本人确认。"
      over={({ planTitle, planId }) => (
        <p>
          “{planTitle}”名单已写入，等待本人确认。
          <Link to={employerPaths.members(planId)}>查看人员名单</Link>
        </p>
      )}
    />
  )
}
