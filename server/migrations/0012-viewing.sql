-- Whose view a super administrator is looking through in this session (decision 0016).
alter table session add column viewing text references users;
