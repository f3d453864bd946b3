import { callFailureText } from '@ce/client/form-refusal.ts'
import type { TableReadOptions, TableReport } from '@ce/client/import-calls.ts'
import { Alert, Button, Select, type TableProps } from 'antd'
import { useId, useState } from 'react'
import { DeskTable } from '../../components/DeskTable.tsx'
import { NumberInput } from '../NumberInput.tsx'
import classes from './Import.module.css'
import { assignColumn, missingColumnsText, type TableImportFields } from './mapping.ts'

interface MappingFormProps<Field extends string> {
  report: Pick<TableReport<Field>, 'columns' | 'mapping' | 'table'>
  fields: TableImportFields<Field>
  busy: boolean
  error: Error | null
  onCheck: (wish: TableReadOptions<Field>) => void
}

interface Column {
  index: number
  name: string
  samples: readonly string[]
}

const samplesColumn = {
  key: 'samples',
  title: '前几行的内容',
  responsive: ['md' as const],
  render: (_: unknown, column: Column) => <Samples {...column} />,
}

export function ColumnMappingForm<Field extends string>(props: MappingFormProps<Field>) {
  const { report, fields, busy, error, onCheck } = props
  const [mapping, setMapping] = useState<(Field | null)[]>(() =>
    report.columns.map((_, index) => report.mapping[index] ?? null),
  )
  const missing = missingColumnsText(fields, mapping)
  const columns = report.columns.map(({ title, samples }, index) => ({
    index,
    name: title,
    samples,
  }))
  const rows: TableProps<Column>['columns'] = [
    {
      key: 'name',
      title: '文件里的列',
      width: '24%',
      render: (_, column) => (
        <>
          {column.name}
          {column.samples.length > 0 && (
            <div className="narrow-only">
              <Samples {...column} />
            </div>
          )}
        </>
      ),
    },
    // The server deletes the sample values once the columns are confirmed.
    ...(columns.some(({ samples }) => samples.length > 0) ? [samplesColumn] : []),
    {
      key: 'field',
      title: '是什么',
      width: '30%',
      render: (_, { index, name }) => (
        <Select<Field | ''>
          aria-label={`“${name}”这一列是什么`}
          className={classes.field}
          showSearch={{ optionFilterProp: 'label' }}
          virtual={false}
          listHeight={420}
          value={mapping[index] ?? ''}
          options={choices(fields, mapping, index)}
          onChange={(field) => setMapping(assignColumn(mapping, index, field || null))}
        />
      ),
    },
  ]
  const { sheet, headRow } = report.table
  const read = { ...(sheet ? { sheet } : {}), ...(headRow ? { headRow } : {}) }
  return (
    <section className={classes.mapping} aria-labelledby="mapping">
      <TableChoice table={report.table} busy={busy} onCheck={onCheck} />
      <h2 id="mapping">列的对应</h2>
      <DeskTable<Column> aria-labelledby="mapping" rowKey="index" columns={rows} dataSource={columns} />
      {error && <Alert type="error" showIcon title={callFailureText(error)} />}
      <span className={classes.actions}>
        <Button type="primary" disabled={missing !== ''} loading={busy} onClick={() => onCheck({ ...read, mapping })}>
          按这样的对应重新检查
        </Button>
        <span className={classes.hint} role="status">
          {missing}
        </span>
      </span>
    </section>
  )
}

interface TableChoiceProps<Field extends string> extends Pick<MappingFormProps<Field>, 'busy' | 'onCheck'> {
  table: TableReport<Field>['table']
}

function TableChoice<Field extends string>({ table, busy, onCheck }: TableChoiceProps<Field>) {
  const ids = { sheet: useId(), row: useId() }
  const [sheet, setSheet] = useState(table.sheet)
  const [row, setRow] = useState<number | null>(table.headRow)
  const same = sheet === table.sheet && row === table.headRow
  const isRow = row === null || (Number.isInteger(row) && row >= 1 && row <= 1000)
  const choose = () => onCheck({ ...(sheet ? { sheet } : {}), ...(row ? { headRow: row } : {}), mapping: null })
  return (
    <div className={classes.table}>
      {table.sheets.length > 1 && (
        <>
          <label htmlFor={ids.sheet}>工作表</label>
          <Select
            id={ids.sheet}
            className={classes.sheet}
            value={sheet}
            options={table.sheets.map(({ name, rows }) => ({
              value: name,
              label: `${name}（${rows} 行）`,
            }))}
            onChange={(name) => {
              setSheet(name)
              setRow(null)
            }}
          />
        </>
      )}
      <label htmlFor={ids.row}>列名在第几行</label>
      <NumberInput id={ids.row} className={classes.row} placeholder="自动" value={row} onChange={setRow} />
      <Button disabled={same || !isRow} loading={busy && !same} onClick={choose}>
        重新读取
      </Button>
      {!isRow && (
        <span className={classes.hint} role="status">
          列名所在的行应为 1–1000 的整数；不填则自动查找
        </span>
      )}
    </div>
  )
}

function choices<Field extends string>(
  { all, words, hints }: TableImportFields<Field>,
  mapping: readonly (Field | null)[],
  column: number,
): { value: Field | ''; label: string }[] {
  const offered = all.map((value) => {
    const label = hints?.[value] ?? words[value]
    const at = mapping.indexOf(value)
    const taken = at >= 0 && at !== column ? `（现为第 ${at + 1} 列）` : ''
    return { value, label: label + taken }
  })
  return [{ value: '', label: '不导入' }, ...offered]
}

function Samples({ samples }: Column) {
  if (samples.every((sample) => sample.trim() === '')) return '（空）'
  return (
    <ul className={classes.samples}>
      {samples.map((sample, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what a file holds does not change
        <li key={at}>{sample || '（空）'}</li>
      ))}
    </ul>
  )
}
