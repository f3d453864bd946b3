import type { RosterKind } from '@ce/client/staff/roster_import.ts'
import { FileGuide } from '../../components/import/FileGuide.tsx'
import { kindWords } from './words.ts'

const anyTable =
  'Excel（.xlsx）或 CSV，只留一个工作表，第一行是列名；列名不同也可以，读完后由您指定每一列是什么。'

/** How a file of this kind should look. */
export function RosterGuide({ kind }: { kind: RosterKind }) {
  const { title, guide, template } = kindWords[kind]
  return <FileGuide guide={[anyTable, ...guide]} template={template} name={`${title}模板.csv`} />
}
