-- Whose view a super administrator is looking through in this session (decision 0016). Sessions refer to nobody by a
-- constraint: they are not backed up.
alter table session add column viewing text;
