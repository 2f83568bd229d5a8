-- Trigrams need three characters, and a part of a Chinese name has two: here each character that is no ASCII is a piece.
create index org_characters on org using gin (string_to_array(regexp_replace(search, '[\u0001-~]', '', 'g'), null));
