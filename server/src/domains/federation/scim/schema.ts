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
const one = (name: string, description: string, parts: Parts = {}): Attribute => ({
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
const many = (name: string, description: string, subAttributes: readonly Attribute[], parts: Parts = {}): Attribute =>
  one(name, description, { type: 'complex', multiValued: true, subAttributes, ...parts })
const within = (name: string, description: string, subAttributes: readonly Attribute[], parts: Parts = {}): Attribute =>
  one(name, description, { type: 'complex', subAttributes, ...parts })

const flag: Parts = { type: 'boolean' }
const readOnly: Parts = { mutability: 'readOnly' }
const reference = (...referenceTypes: string[]): Parts => ({ type: 'reference', caseExact: true, referenceTypes })
const ref = (...types: string[]): Attribute => one('$ref', 'The address of the resource.', { ...reference(...types), ...readOnly })
/** The default sub-attributes of a multi-valued attribute (RFC 7643 section 2.4). */
const valued = (types: readonly string[] = [], parts: Parts = {}): Attribute[] => [
  one('value', 'The value.', parts),
  one('display', 'A name for people to read.'),
  one('type', 'What the value is used for.', types.length > 0 ? { canonicalValues: types } : {}),
  one('primary', 'Whether it is the preferred one.', flag),
]
const coded = (name: string, description: string) =>
  within(name, description, [one('value', 'The code.', { caseExact: true }), one('display', 'The name.', readOnly)])

const name = within('name', 'The parts of the name.', [
  one('formatted', 'The whole name.'),
  one('familyName', 'The family name.'),
  one('givenName', 'The given name.'),
  one('middleName', 'The middle name.'),
  one('honorificPrefix', 'What stands before the name.'),
  one('honorificSuffix', 'What stands behind the name.'),
])
const addresses = many('addresses', 'Postal addresses.', [
  one('formatted', 'The whole address.'),
  one('streetAddress', 'Street and number.'),
  one('locality', 'The city.'),
  one('region', 'The province.'),
  one('postalCode', 'The postal code.'),
  one('country', 'The country.'),
  one('type', 'What the address is used for.', { canonicalValues: ['work', 'home', 'other'] }),
  one('primary', 'Whether it is the preferred one.', flag),
])

export const userSchema: Schema = {
  id: CORE_USER,
  name: 'User',
  description: 'A user.',
  attributes: [
    one('userName', 'The name the user signs in with; unique, and compared without case.', { required: true, uniqueness: 'server' }),
    name,
    one('displayName', 'The name shown to people.'),
    one('nickName', 'The casual name.'),
    one('profileUrl', 'A page about the user.', reference('external')),
    one('title', 'The title.'),
    one('userType', 'The relation to the organisation.'),
    one('preferredLanguage', 'The preferred languages.'),
    one('locale', 'How dates and numbers are written.'),
    one('timezone', 'The time zone.'),
    one('active', 'Whether the user may sign in.', flag),
    one('password', 'The first password; the user has to change it.', { mutability: 'writeOnly', returned: 'never', caseExact: true }),
    many('emails', 'Addresses of e-mail; the work or primary one is searchable.', valued(['work', 'home', 'other'])),
    many('phoneNumbers', 'Telephone numbers; the mobile one is searchable.', valued(['work', 'home', 'mobile', 'fax', 'pager', 'other'])),
    many('ims', 'Addresses of instant messages.', valued(['aim', 'gtalk', 'icq', 'xmpp', 'msn', 'skype', 'qq', 'yahoo'])),
    many('photos', 'Pictures.', valued(['photo', 'thumbnail'], reference('external'))),
    addresses,
    many(
      'groups',
      'The groups the user is a member of.',
      [
        one('value', 'The id of the group.', { ...readOnly, caseExact: true }),
        ref('Group'),
        one('display', 'The name of the group.', readOnly),
        one('type', 'How they are a member.', { ...readOnly, canonicalValues: ['direct'] }),
      ],
      readOnly,
    ),
    many('entitlements', 'What the user is entitled to, as the client calls it; grants nothing here.', valued()),
    many('roles', 'The roles of the user, as the client calls them; grants nothing here.', valued()),
    many('x509Certificates', 'Certificates.', valued([], { type: 'binary', caseExact: true })),
  ],
}

export const enterpriseSchema: Schema = {
  id: ENTERPRISE,
  name: 'EnterpriseUser',
  description: 'What a user is in an organisation.',
  attributes: [
    one('employeeNumber', 'The number of the employee; unique.', { uniqueness: 'server' }),
    one('costCenter', 'The cost center.'),
    one('organization', 'The organisation of the main job: externalId, code or unique name.'),
    one('division', 'The division of the main job.'),
    one('department', 'The department of the main job: externalId, code or unique name.'),
    within('manager', 'Whom the user reports to, as the client calls them.', [
      one('value', 'The id of the manager.', { caseExact: true }),
      ref('User'),
      one('displayName', 'The name of the manager.'),
    ]),
  ],
}

export const hufuUserSchema: Schema = {
  id: HUFU_USER,
  name: 'HufuUser',
  description: 'Jobs in several organisations, and what only this system knows of a user.',
  attributes: [
    one('gender', 'The gender.', { canonicalValues: ['male', 'female'] }),
    one('idCard', 'The number of the identity card.', { mutability: 'writeOnly', returned: 'never', caseExact: true }),
    one('originUserId', 'The id in the system the user comes from; unique.', { uniqueness: 'server', caseExact: true }),
    one('validUntil', 'When the account ends.', { type: 'dateTime' }),
    many('jobs', 'The jobs, exactly one of them primary, at most one in each organisation.', [
      within('organization', 'Where.', [
        one('value', 'The id of the organisation.', { caseExact: true }),
        ref('Organization'),
        one('display', 'The name of the organisation.', readOnly),
      ]),
      one('primary', 'Whether it is the main job.', flag),
      coded('post', 'The post.'),
      coded('duty', 'The duty.'),
      coded('rank', 'The rank.'),
      coded('title', 'The professional title.'),
      one('order', 'The place in the order of the organisation.', { type: 'integer' }),
    ]),
    one('labels', 'The names of the labels of the user.', { ...readOnly, multiValued: true }),
  ],
}

export const groupSchema: Schema = {
  id: CORE_GROUP,
  name: 'Group',
  description: 'A group: a work group, a label or an organisation, as the client is set.',
  attributes: [
    one('displayName', 'The name; unique, of organisations below one parent.', { required: true, uniqueness: 'server' }),
    many('members', 'The members.', [
      one('value', 'The id of the user.', { mutability: 'immutable', caseExact: true }),
      ref('User'),
      one('display', 'The name of the user.', readOnly),
      one('type', 'What the member is.', { mutability: 'immutable', canonicalValues: ['User'] }),
    ]),
  ],
}

export const orgSchema: Schema = {
  id: ORGANIZATION,
  name: 'Organization',
  description: 'An organisation in the tree.',
  attributes: [
    one('name', 'The name; unique below its parent.', { required: true, uniqueness: 'server' }),
    one('shortName', 'The short name.'),
    one('code', 'The code; unique. Made up where none is given.', { uniqueness: 'server' }),
    one('type', 'A code of the dictionary of organisation types.'),
    within('parent', 'What it stands below; the root of the client where none is given.', [
      one('value', 'The id of the organisation.', { caseExact: true }),
      ref('Organization'),
      one('display', 'The name of the organisation.', readOnly),
    ]),
    one('active', 'Whether it is in use.', flag),
    one('order', 'The place among its siblings.', { type: 'integer' }),
    one('leader', 'Who leads it.'),
    one('phone', 'The telephone number.'),
    one('address', 'The address.'),
  ],
}

/** The common attributes of every resource (RFC 7643 section 3.1), which the schema documents do not list. */
export const commonAttributes: readonly Attribute[] = [
  one('id', 'The id.', { ...readOnly, returned: 'always', caseExact: true, uniqueness: 'server' }),
  one('externalId', 'The id the client has given.', { caseExact: true }),
  within('meta', 'What is known of the resource.', [], readOnly),
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
