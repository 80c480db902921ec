"""What is stored here holds every form in which files were ever given away."""

import json
import tarfile

from companion.archive.exports import FORMAT, FORMAT_OF_AN_EVENING, FORMAT_VERSION
from tests.old_data.folders import FOLDERS


def test_a_file_of_a_match_and_of_an_evening_is_stored_in_every_version_there_was() -> None:
    found = set()
    for folder in FOLDERS:
        with tarfile.open(folder) as packed:
            files = [packed.extractfile(one) for one in packed if one.name.endswith(".json")]
            given = [json.loads(one.read()) for one in files if one is not None]
        found |= {(one["format"], one["format_version"]) for one in given if "format" in one}
    versions = range(1, FORMAT_VERSION + 1)
    assert found == {(form, version) for form in (FORMAT, FORMAT_OF_AN_EVENING) for version in versions}
