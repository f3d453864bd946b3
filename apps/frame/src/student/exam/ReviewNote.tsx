import { StatusMark } from '@ce/ui/StatusMark.tsx'

/** 待核查, said so that nobody is frightened: it is routine. */
export function ReviewNote() {
  return (
    <p>
      <StatusMark kind="doing">
        待核查：例如选择了人工核验、个别照片未能拍摄，或断网后补交了答案的，工作人员会按流程核实是否本人参考。这不表示您有问题，成绩和学时照常有效，无需您做任何操作。
      </StatusMark>
    </p>
  )
}
