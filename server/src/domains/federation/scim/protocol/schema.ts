export const CORE_USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const CORE_GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
export const HUFU_USER = 'urn:hufu:params:scim:schemas:extension:2.0:User'
export const ORGANIZATION = 'urn:hufu:params:scim:schemas:core:2.0:Organization'

export interface Attribute {
  name: string
  type: 'string' | 'boolean' | 'dateTime' | 'reference' | 'integer' | 'binary' | 'complex'
  multiValued: boolean
  description: string
  required: boolean
  caseExact: boolean
  mutability: 'readWrite' | 'readOnly' | 'immutable' | 'writeOnly'
  returned: 'default' | 'always' | 'never' | 'request'
  uniqueness: 'none' | 'server' | 'global'
  canonicalValues?: readonly string[]
  referenceTypes?: readonly string[]
  subAttributes?: readonly Attribute[]
}
export interface Schema {
  id: string
  name: string
  description: string
  attributes: readonly Attribute[]
}
type Parts = Partial<Omit<Attribute, 'name'>>

/** A single-valued string attribute that may be read and written; `parts` overrides these characteristics. */
const single = (name: string, description: string, parts: Parts = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...parts,
})
const multiple = (name: string, description: string, subAttributes: readonly Attribute[], parts: Parts = {}): Attribute =>
  single(name, description, { type: 'complex', multiValued: true, subAttributes, ...parts })
const complex = (name: string, description: string, subAttributes: readonly Attribute[], parts: Parts = {}): Attribute =>
  single(name, description, { type: 'complex', subAttributes, ...parts })

const flag: Parts = { type: 'boolean' }
const readOnly: Parts = { mutability: 'readOnly' }
const reference = (...referenceTypes: string[]): Parts => ({ type: 'reference', caseExact: true, referenceTypes })
const ref = (...types: string[]): Attribute => single('$ref', 'The address of the resource.', { ...reference(...types), ...readOnly })
/** The default sub-attributes of a multi-valued attribute (RFC 7643 section 2.4). */
const valued = (types: readonly string[] = [], parts: Parts = {}): Attribute[] => [
  single('value', 'The value.', parts),
  single('display', 'A name for people to read.'),
  single('type', 'What the value is used for.', types.length > 0 ? { canonicalValues: types } : {}),
  single('primary', 'Whether it is the preferred one.', flag),
]
const coded = (name: string, description: string) =>
  complex(name, description, [single('value', 'The code.', { caseExact: true }), single('display', 'The name.', readOnly)])

const name = complex('name', 'The parts of the name.', [
  single('formatted', 'The whole name.'),
  single('familyName', 'The family name.'),
  single('givenName', 'The given name.'),
  single('middleName', 'The middle name.'),
  single('honorificPrefix', 'What stands before the name.'),
  single('honorificSuffix', 'What stands behind the name.'),
])
const addresses = multiple('addresses', 'Postal addresses.', [
  single('formatted', 'The whole address.'),
  single('streetAddress', 'Street and number.'),
  single('locality', 'The city.'),
  single('region', 'The province.'),
  single('postalCode', 'The postal code.'),
  single('country', 'The country.'),
  single('type', 'What the address is used for.', { canonicalValues: ['work', 'home', 'other'] }),
  single('primary', 'Whether it is the preferred one.', flag),
])

export const userSchema: Schema = {
  id: CORE_USER,
  name: 'User',
  description: 'A user.',
  attributes: [
    single('userName', 'The name the user signs in with; unique, and compared without case.', { required: true, uniqueness: 'server' }),
    name,
    single('displayName', 'The name shown to people.'),
    single('nickName', 'The casual name.'),
    single('profileUrl', 'A page about the user.', reference('external')),
    single('title', 'The title.'),
    single('userType', 'The relation to the organisation.'),
    single('preferredLanguage', 'The preferred languages.'),
    single('locale', 'How dates and numbers are written.'),
    single('timezone', 'The time zone.'),
    single('active', 'Whether the user may sign in.', flag),
    single('password', 'The first password; the user has to change it.', { mutability: 'writeOnly', returned: 'never', caseExact: true }),
    multiple('emails', 'Addresses of e-mail; the work or primary one is searchable.', valued(['work', 'home', 'other'])),
    multiple(
      'phoneNumbers',
      'Telephone numbers; the mobile one is searchable.',
      valued(['work', 'home', 'mobile', 'fax', 'pager', 'other']),
    ),
    multiple('ims', 'Addresses of instant messages.', valued(['aim', 'gtalk', 'icq', 'xmpp', 'msn', 'skype', 'qq', 'yahoo'])),
    multiple('photos', 'Pictures.', valued(['photo', 'thumbnail'], reference('external'))),
    addresses,
    multiple(
      'groups',
      'The groups the user is a member of.',
      [
        single('value', 'The id of the group.', { ...readOnly, caseExact: true }),
        ref('Group'),
        single('display', 'The name of the group.', readOnly),
        single('type', 'How they are a member.', { ...readOnly, canonicalValues: ['direct'] }),
      ],
      readOnly,
    ),
    multiple('entitlements', 'What the user is entitled to, as the client calls it; grants nothing here.', valued()),
    multiple('roles', 'The roles of the user, as the client calls them; grants nothing here.', valued()),
    multiple('x509Certificates', 'Certificates.', valued([], { type: 'binary', caseExact: true })),
  ],
}

export const enterpriseSchema: Schema = {
  id: ENTERPRISE,
  name: 'EnterpriseUser',
  description: 'What a user is in an organisation.',
  attributes: [
    single('employeeNumber', 'The number of the employee; unique.', { uniqueness: 'server' }),
    single('costCenter', 'The cost center.'),
    single('organization', 'The organisation of the main job: externalId, code or unique name.'),
    single('division', 'The division of the main job.'),
    single('department', 'The department of the main job: externalId, code or unique name.'),
    complex('manager', 'Whom the user reports to, as the client calls them.', [
      single('value', 'The id of the manager.', { caseExact: true }),
      ref('User'),
      single('displayName', 'The name of the manager.'),
    ]),
  ],
}

export const hufuUserSchema: Schema = {
  id: HUFU_USER,
  name: 'HufuUser',
  description: 'Jobs in several organisations, and what only this system knows of a user.',
  attributes: [
    single('gender', 'The gender.', { canonicalValues: ['male', 'female'] }),
    single('idCard', 'The number of the identity card.', { mutability: 'writeOnly', returned: 'never', caseExact: true }),
    single('originUserId', 'The id in the system the user comes from; unique.', { uniqueness: 'server', caseExact: true }),
    single('validUntil', 'When the account ends.', { type: 'dateTime' }),
    multiple('jobs', 'The jobs, exactly one of them primary, at most one in each organisation.', [
      complex('organization', 'Where.', [
        single('value', 'The id of the organisation.', { caseExact: true }),
        ref('Organization'),
        single('display', 'The name of the organisation.', readOnly),
      ]),
      single('primary', 'Whether it is the main job.', flag),
      coded('post', 'The post.'),
      coded('duty', 'The duty.'),
      coded('rank', 'The rank.'),
      coded('title', 'The professional title.'),
      single('order', 'The place in the order of the organisation.', { type: 'integer' }),
    ]),
    single('labels', 'The names of the labels of the user.', { ...readOnly, multiValued: true }),
  ],
}

export const groupSchema: Schema = {
  id: CORE_GROUP,
  name: 'Group',
  description: 'A group: a work group, a label or an organisation, as the client is set.',
  attributes: [
    single('displayName', 'The name; unique, of organisations below one parent.', { required: true, uniqueness: 'server' }),
    multiple('members', 'The members.', [
      single('value', 'The id of the user.', { mutability: 'immutable', caseExact: true }),
      ref('User'),
      single('display', 'The name of the user.', readOnly),
      single('type', 'What the member is.', { mutability: 'immutable', canonicalValues: ['User'] }),
    ]),
  ],
}

export const orgSchema: Schema = {
  id: ORGANIZATION,
  name: 'Organization',
  description: 'An organisation in the tree.',
  attributes: [
    single('name', 'The name; unique below its parent.', { required: true, uniqueness: 'server' }),
    single('shortName', 'The short name.'),
    single('code', 'The code; unique. Made up where none is given.', { uniqueness: 'server' }),
    single('type', 'A code of the dictionary of organisation types.'),
    complex('parent', 'What it stands below; the root of the client where none is given.', [
      single('value', 'The id of the organisation.', { caseExact: true }),
      ref('Organization'),
      single('display', 'The name of the organisation.', readOnly),
    ]),
    single('active', 'Whether it is in use.', flag),
    single('order', 'The place among its siblings.', { type: 'integer' }),
    single('leader', 'Who leads it.'),
    single('phone', 'The telephone number.'),
    single('address', 'The address.'),
  ],
}

/** The common attributes of every resource (RFC 7643 section 3.1), which the schema documents do not list. */
export const commonAttributes: readonly Attribute[] = [
  single('id', 'The id.', { ...readOnly, returned: 'always', caseExact: true, uniqueness: 'server' }),
  single('externalId', 'The id the client has given.', { caseExact: true }),
  complex('meta', 'What is known of the resource.', [], readOnly),
]

export interface ResourceType {
  id: 'User' | 'Group' | 'Organization'
  endpoint: '/Users' | '/Groups' | '/Organizations'
  core: Schema
  extensions: readonly Schema[]
}
export const userType: ResourceType = { id: 'User', endpoint: '/Users', core: userSchema, extensions: [enterpriseSchema, hufuUserSchema] }
export const groupType: ResourceType = { id: 'Group', endpoint: '/Groups', core: groupSchema, extensions: [] }
export const orgType: ResourceType = { id: 'Organization', endpoint: '/Organizations', core: orgSchema, extensions: [] }
export const resourceTypes: readonly ResourceType[] = [userType, groupType, orgType]
