import { formatBytes } from '@ce/client/format.ts'
import type { DeskReduction, DeskReductionEvidence } from '@ce/client/staff/course_reduce.ts'
import { reductionStateNames } from '@ce/contract/state-names'
import { Alert } from 'antd'
import { Link } from 'react-router'
import { CardSection } from '../../components/CardSection.tsx'
import { paths } from '../../paths.ts'
import classes from './Reductions.module.css'

export function ReductionEvidenceSection({ reduction }: { reduction: DeskReduction }) {
  const { attachments } = reduction
  return (
    <CardSection id="evidence" title={`佐证材料（${attachments.length} 个）`}>
      <ul className={classes.files}>
        {attachments.map((file) => (
          <li key={file.fileId} className={classes.file}>
            <Preview file={file} />
            <span>
              {file.name}，{formatBytes(file.size)}
            </span>
            {file.alsoIn.length > 0 && <AlsoIn file={file} />}
          </li>
        ))}
      </ul>
    </CardSection>
  )
}

function Preview({ file: { url, name, mime } }: { file: DeskReductionEvidence }) {
  if (!url) return <span className={classes.frame}>文件已删除</span>
  return (
    <a className={classes.frame} href={url} target="_blank" rel="noopener">
      {mime.startsWith('image/') ? <img src={url} alt={`佐证材料 ${name}`} loading="lazy" /> : `在新窗口打开 ${name}`}
    </a>
  )
}

function AlsoIn({ file }: { file: DeskReductionEvidence }) {
  return (
    <Alert
      type="warning"
      showIcon
      title="相同的文件还用在"
      description={
        <ul className={classes.plain}>
          {file.alsoIn.map(({ id, applyNo, studentName, sameStudent, typeName, year, state }) => (
            <li key={id}>
              <Link to={paths.reduction(id)}>{applyNo}</Link>：{sameStudent ? '同一学员' : `另一学员 ${studentName}`}，
              {year} 年度 {typeName}，{reductionStateNames[state]}
            </li>
          ))}
        </ul>
      }
    />
  )
}
