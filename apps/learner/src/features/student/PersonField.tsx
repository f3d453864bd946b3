import { withoutSpaces } from '@ce/client/typed-text.ts'
import { DateField } from '@ce/ui/form/DateField.tsx'
import { SelectField, TextField, type Texts, textOf } from '@ce/ui/form/inputs.tsx'
import type { Fields, Values } from '@ce/ui/form/use-fields.ts'
import type { PersonFieldWords } from './person-fields.ts'

interface PersonFieldProps<All extends Values> {
  of: Fields<All>
  field: PersonFieldWords<Texts<All>>
}

/** A field of the shared tables, as its kind is typed or chosen. */
export function PersonField<All extends Values>({ of, field }: PersonFieldProps<All>) {
  const { name, label, hint } = field
  const common = { of, name, label, hint, required: field.needed !== undefined }
  if (field.options) return <SelectField {...common} options={choicesOf(field, textOf(of, name))} />
  const { type, autoComplete, inputMode } = field
  if (type === 'date') return <DateField {...common} />
  return (
    <TextField
      {...common}
      normalize={field.withoutSpaces ? withoutSpaces : undefined}
      type={type}
      autoComplete={autoComplete}
      inputMode={inputMode}
    />
  )
}

function choicesOf({ options = [], clearable }: PersonFieldWords<string>, value: string) {
  const choices = options.map((option) => ({ value: String(option.value), label: option.label }))
  // what was entered elsewhere stays as it is until something else is chosen
  if (value !== '' && !choices.some((choice) => choice.value === value))
    choices.push({ value, label: value })
  return clearable || value === '' ? [{ value: '', label: '请选择' }, ...choices] : choices
}

/** What is wrong with a field of the tables as typed. */
export function problemOf(
  field: Pick<PersonFieldWords<string>, 'needed' | 'problem'>,
  typed: string,
  form: { idType?: string } = {},
): string | null {
  if (typed.trim() === '') return field.needed ?? null
  return field.problem?.(typed, form) ?? null
}
