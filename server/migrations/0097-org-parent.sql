-- Deleted organisations are removed for good (0059), and each asks which organisations name it as their parent.
create index org_parent on org (parent_id);
