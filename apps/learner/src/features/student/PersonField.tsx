import { withoutSpaces } from '@ce/client/typed-text.ts'
import { DateField } from '@ce/ui/form/DateField.tsx'
import { fieldText, SelectField, TextField, type TextFieldName } from '@ce/ui/form/inputs.tsx'
import type { FormFields, FormValues } from '@ce/ui/form/use-fields.ts'
import type { PersonFieldConfig } from './person-fields.ts'

interface PersonFieldProps<All extends FormValues> {
  of: FormFields<All>
  field: PersonFieldConfig<TextFieldName<All>>
}

export function PersonField<All extends FormValues>({ of, field }: PersonFieldProps<All>) {
  const { name, label, hint } = field
  const common = { of, name, label, hint, required: field.needed !== undefined }
  if (field.options) return <SelectField {...common} options={choicesOf(field, fieldText(of, name))} />
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

function choicesOf({ options = [], clearable }: PersonFieldConfig<string>, value: string) {
  const choices = options.map((option) => ({ value: String(option.value), label: option.label }))
  // Keep an unknown stored value until the student chooses another one.
  if (value !== '' && !choices.some((choice) => choice.value === value)) choices.push({ value, label: value })
  return clearable || value === '' ? [{ value: '', label: '请选择' }, ...choices] : choices
}

export function personFieldProblem(
  field: Pick<PersonFieldConfig<string>, 'needed' | 'problem'>,
  typed: string,
  form: { idType?: string } = {},
): string | null {
  if (typed.trim() === '') return field.needed ?? null
  return field.problem?.(typed, form) ?? null
}
