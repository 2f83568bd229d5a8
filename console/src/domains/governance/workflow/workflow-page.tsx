import { reviewText } from '@hufu/contract/governance/review-text'
import { type ObjectType, objectTypes, workflow, type Workflow } from '@hufu/contract/governance/workflow'
import { useNavigate } from 'react-router'
import { isOn } from '../../../platform/flag.ts'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { ActButton } from '../../../ui/act-button.tsx'
import { BatchBar } from '../../../ui/batch/batch-bar.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { ChoiceFilter, TextFilter } from '../../../ui/list/search/filters.tsx'
import { flagIn } from '../../../ui/list/list-params.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { SearchBar } from '../../../ui/list/search/search-bar.tsx'
import { StatusFilter } from '../../../ui/list/search/status-filter.tsx'
import { useList } from '../../../ui/list/use-list.ts'
import { text as listText } from '../../../ui/list/list-text.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { columnsOf } from './columns.tsx'
import { text } from './text.ts'
import { useWorkflowActs } from './use-workflow-acts.ts'

const WorkflowDialog = lazyComponent(() => import('./workflow-dialog.tsx'))
const VersionsDialog = lazyComponent(() => import('./versions-dialog.tsx'))
const NO_FILTERS = { name: '', code: '', bizType: '', status: '' }
const kinds = [{ value: '', label: listText.any }, ...objectTypes.map(value => ({ value, label: reviewText.objectType[value] }))]
const kindInAddress = (chosen: string): ObjectType | undefined => objectTypes.find(kind => kind === chosen)

/** The workflows of reviews: which version is deployed, and which one is enabled. */
export default function WorkflowPage() {
  const list = useList(NO_FILTERS)
  const rows = useCall(workflow.page, {
    query: { ...list.params, bizType: kindInAddress(list.params.bizType), status: flagIn(list.params.status) },
    keepPrevious: true,
  })
  const selection = useSelection<Workflow>(list.scope)
  const [form, versions] = [useDialog<Workflow>(), useDialog<Workflow>()]
  const acts = useWorkflowActs(selection.clear)
  const navigate = useNavigate()
  const add = (
    <ActButton call={workflow.save} type="primary" onClick={() => form.open()}>
      {text.add}
    </ActButton>
  )
  return (
    <ListPage<Workflow>
      words={text}
      actions={add}
      list={list}
      search={
        <SearchBar {...list.search}>
          <TextFilter name="name" label={text.columns.name} />
          <TextFilter name="code" label={text.columns.code} />
          <ChoiceFilter name="bizType" label={text.columns.bizType} options={kinds} />
          <StatusFilter name="status" label={text.columns.status} />
        </SearchBar>
      }
      batch={
        <BatchBar of={selection}>
          <ActButton call={workflow.remove} size="small" danger onClick={() => acts.remove(selection.rows)}>
            {text.tools.remove}
          </ActButton>
        </BatchBar>
      }
      of={rows}
      columns={columnsOf({ acts, onEdit: form.open, onVersions: versions.open })}
      rowName={row => row.name}
      selection={selection}
      protectedReason={row => (isOn(row.status) ? text.disableFirst : undefined)}
      first={add}
    >
      {form.isOpen && (
        <WorkflowDialog row={form.item} onCreated={id => void navigate(`/devops/workflow/design?id=${id}`)} onClose={form.close} />
      )}
      {versions.item && <VersionsDialog of={versions.item} onClose={versions.close} />}
    </ListPage>
  )
}
