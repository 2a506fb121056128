"""A page of a stage has one name and one URL pattern, with or without a number."""

import pytest
from django.urls import Resolver404, resolve, reverse

PAGES = {
    "standings": "/tournaments/open/{}standings/",
    "draw_list": "/tournaments/open/{}draws/",
    "draw": "/desk/open/{}draw/",
}


@pytest.mark.parametrize("name", PAGES)
def test_the_first_stage_has_no_number_in_its_address(name):
    assert reverse(name, args=["open", 1]) == PAGES[name].format("")
    assert reverse(name, args=["open", 12]) == PAGES[name].format("stages/12/")


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize(
    ("part", "stage"), [("", 1), ("stages/1/", 1), ("stages/12/", 12)]
)
def test_an_address_leads_to_its_stage(name, part, stage):
    found = resolve(PAGES[name].format(part))
    assert (found.url_name, found.kwargs) == (name, {"slug": "open", "stage": stage})


@pytest.mark.parametrize("part", ["stages/0/", "stages/x/", "stages/-1/", "stages/"])
def test_there_is_no_stage_without_a_number(part):
    with pytest.raises(Resolver404):
        resolve(PAGES["standings"].format(part))
